# An image of the bot: one static program on an empty root. The first stage builds it with
# container/build.sh, which also works without Docker.
#
#   docker build -t kittens .
#   docker run --read-only -e DISCORD_TOKEN -v kittens:/data kittens
#
# Alpine's Rust links against musl, statically. RUST_IMAGE takes an image by its digest, as
# rust@sha256:…; the release workflow builds with one.
ARG RUST_IMAGE=docker.io/library/rust:1.95-alpine

FROM ${RUST_IMAGE} AS build
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
