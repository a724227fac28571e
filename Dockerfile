# An image of the bot. The first stage builds it with container/build.sh, which also works without
# Docker; the second runs it as an unprivileged user.
#
#   docker build -t kittens .
#   docker run -e DISCORD_TOKEN -v kittens:/data kittens

FROM rust:1.95-slim-trixie AS build
WORKDIR /source
COPY . .
# Uses the image's toolchain instead of downloading the one of rust-toolchain.toml.
RUN RUSTUP_TOOLCHAIN=$RUST_VERSION container/build.sh /image

FROM debian:trixie-slim
COPY --from=build /image/usr /usr
COPY --from=build --chown=10001:10001 /image/data /data
# A number instead of a name lets Kubernetes check that it is not root.
USER 10001:10001
WORKDIR /data
ENV KITTENS_STORAGE__URL=sqlite:/data/kittens.db
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["kittens"]
CMD ["run"]
