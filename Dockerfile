# An image of the bot: one static program on an empty root. An earlier stage builds it with container/build.sh, which
# also works without Docker.
#
#   docker build --tag kittens .
#   sudo chown 10001 discord.token journal.key && sudo chmod 400 discord.token journal.key
#   docker run --read-only --volume kittens:/data \
#     --volume "$PWD/discord.token:/run/secrets/discord.token:ro" --env DISCORD_TOKEN_FILE=/run/secrets/discord.token \
#     --volume "$PWD/journal.key:/run/secrets/journal.key:ro" --env JOURNAL_KEY_FILE=/run/secrets/journal.key kittens
#
# A secret in `--env` would be shown by `docker inspect`.
#
# The target `sandbox` is an image to play in, without Discord:
#   docker build --target sandbox --tag kittens-sandbox .
#   docker run --rm --publish 127.0.0.1:8383:8383 kittens-sandbox
#
# Alpine's Rust links against musl, statically. The digest counts, and the tag is for readers. It was copied
# from public Dockerfiles that agree on it; a build fails if the registry has no such image. To print that of
# another tag:
#   docker buildx imagetools inspect rust:1.95-alpine --format '{{.Manifest.Digest}}'

FROM docker.io/library/rust:1.95-alpine@sha256:606fd313a0f49743ee2a7bd49a0914bab7deedb12791f3a846a34a4711db7ed2 AS source
RUN apk add --no-cache gcc musl-dev
# Uses the image's toolchain instead of downloading the one of rust-toolchain.toml.
ENV RUSTUP_TOOLCHAIN=$RUST_VERSION
# Lists the crates in the program, for scanners.
RUN cargo install --locked cargo-auditable@0.7.7
WORKDIR /source
COPY . .

FROM source AS build-sandbox
RUN WITH_SANDBOX=true container/build.sh /image

FROM source AS build
RUN container/build.sh /image

FROM scratch AS sandbox
COPY --from=build-sandbox /image/usr /usr
COPY --from=build-sandbox --chown=10001:10001 /image/data /data
LABEL org.opencontainers.image.title="Kittens sandbox" \
    org.opencontainers.image.description="Unofficial Exploding Kittens in a small Discord of its own" \
    org.opencontainers.image.licenses=MIT
USER 10001:10001
WORKDIR /data
ENV PATH=/usr/local/bin TMPDIR=/data
EXPOSE 8383
ENTRYPOINT ["kittens"]
CMD ["sandbox", "--published"]

FROM scratch AS bot
COPY --from=build /image/usr /usr
COPY --from=build --chown=10001:10001 /image/data /data
LABEL org.opencontainers.image.title=Kittens \
    org.opencontainers.image.description="Unofficial Exploding Kittens for Discord" \
    org.opencontainers.image.licenses=MIT
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
