# An image of the bot: one static program on an empty root. The first stage builds it with
# container/build.sh, which also works without Docker.
#
#   docker build --tag kittens .
#   sudo chown 10001 discord.token journal.key && sudo chmod 400 discord.token journal.key
#   docker run --read-only --volume kittens:/data \
#     --volume "$PWD/discord.token:/run/secrets/discord.token:ro" --env DISCORD_TOKEN_FILE=/run/secrets/discord.token \
#     --volume "$PWD/journal.key:/run/secrets/journal.key:ro" --env JOURNAL_KEY_FILE=/run/secrets/journal.key kittens
#
# A secret in `--env` would be shown by `docker inspect`.
#
# Alpine's Rust links against musl, statically. The digest counts, and the tag is for readers. It was copied
# from public Dockerfiles that agree on it; a build fails if the registry has no such image. To print that of
# another tag:
#   docker buildx imagetools inspect rust:1.95-alpine --format '{{.Manifest.Digest}}'

FROM docker.io/library/rust:1.95-alpine@sha256:606fd313a0f49743ee2a7bd49a0914bab7deedb12791f3a846a34a4711db7ed2 AS build
RUN apk add --no-cache gcc musl-dev
WORKDIR /source
COPY . .
# Uses the image's toolchain instead of downloading the one of rust-toolchain.toml.
RUN RUSTUP_TOOLCHAIN=$RUST_VERSION container/build.sh /image

FROM scratch
COPY --from=build /image/usr /usr
COPY --from=build --chown=10001:10001 /image/data /data
# A number instead of a name lets Kubernetes check that it is not root.
USER 10001:10001
WORKDIR /data
ENV PATH=/usr/local/bin \
    KITTENS_STORAGE__URL=sqlite:/data/kittens.db \
    KITTENS_MONITOR__LISTEN=127.0.0.1:9464
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["kittens", "health"]
ENTRYPOINT ["kittens"]
CMD ["run"]
