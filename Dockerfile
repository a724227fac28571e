# The bot in an image of its own: built in one stage, run as nobody in particular in the next.
# container/build.sh does the building and runs just as well without Docker.
#
#   docker build -t kittens .
#   docker run -e DISCORD_TOKEN -v kittens:/data kittens

FROM rust:1.95-slim-trixie AS build
WORKDIR /source
COPY . .
# The toolchain of the image, whatever rust-toolchain.toml says of the newest.
RUN RUSTUP_TOOLCHAIN=$RUST_VERSION container/build.sh /image

FROM debian:trixie-slim
COPY --from=build /image/usr /usr
COPY --from=build --chown=10001:10001 /image/data /data
# A number and not a name, so that Kubernetes can see that it is not root.
USER 10001:10001
WORKDIR /data
ENV KITTENS_STORAGE__URL=sqlite:/data/kittens.db
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["kittens"]
CMD ["run"]
