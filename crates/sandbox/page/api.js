// Calls to the sandbox's control API, one function each. A refused call throws an `ApiError` with the server's reason,
// which the page shows verbatim.

export class ApiError extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

async function call(method, path, body) {
  const request = { method };
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const response = await fetch(`/sandbox/${path}`, request).catch(() => {
    throw new ApiError(0, "The sandbox cannot be reached.");
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, reasonOf(text, response.status));
  return text ? JSON.parse(text) : null;
}

function reasonOf(text, status) {
  try {
    const answer = JSON.parse(text);
    const reason = answer.reason ?? answer.error ?? answer.message;
    return typeof reason === "string" ? reason : text;
  } catch {
    return text || `The sandbox refused this (${status}).`;
  }
}

const channelCall = (channel, verb, body) => call("POST", `channels/${channel}/${verb}`, body);

export const api = {
  state: () => call("GET", "state"),
  messages: (channel, user) => call("GET", `channels/${channel}/messages?user=${user}`),
  addUser: (user) => call("POST", "users", user),
  changeUser: (id, changes) => call("PATCH", `users/${id}`, changes),
  addChannel: (guild, channel) => call("POST", `guilds/${guild}/channels`, channel),
  deleteMessage: (channel, message) => call("DELETE", `channels/${channel}/messages/${message}`),
  dismiss: (channel, message, user) => channelCall(channel, `messages/${message}/dismiss`, { user }),
  say: (channel, user, content) => channelCall(channel, "say", { user, content }),
  command: (channel, body) => channelCall(channel, "command", body),
  menuCommand: (channel, body) => channelCall(channel, "menu-command", body),
  autocomplete: (channel, body) => channelCall(channel, "autocomplete", body),
  click: (channel, body) => channelCall(channel, "click", body),
  submit: (channel, body) => channelCall(channel, "submit", body),
};
