# A small image with tracerun in it, to build on or to copy from. Neither a compiler nor npm is in the result.
#
#   docker build -t tracerun .
#   docker run --rm -v "$PWD:/work" tracerun ./a.out
#
# Programs that are to run in it need their own shared libraries there.
FROM debian:12 AS build
WORKDIR /src
COPY scripts/setup scripts/setup
RUN scripts/setup --build
COPY . .
RUN cmake --preset release -DBUILD_TESTING=OFF -DCMAKE_INSTALL_PREFIX=/usr \
    && cmake --build --preset release \
    && DESTDIR=/out cmake --install build/release --strip

FROM debian:12-slim
COPY scripts/setup /tmp/setup
RUN /tmp/setup --runtime && rm -rf /tmp/setup /var/lib/apt/lists/*
COPY --from=build /out /
WORKDIR /work
ENTRYPOINT ["tracerun"]
