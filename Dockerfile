# as-opt in a container:
#
#   docker build -t as-opt .
#   docker run --rm as-opt                              # the demo
#   docker run --rm as-opt tools/bootstrap.sh check     # all tests
#
# The stage packages is what .devcontainer/ opens the repository in. Which packages
# there are is said in tools/packages.txt only; LLVM 22 is in bookworm-security, which
# the image has among its sources.

FROM debian:12 AS packages
WORKDIR /as-opt
COPY tools/bootstrap.sh tools/packages.txt tools/
RUN tools/bootstrap.sh packages
RUN tools/bootstrap.sh packages check
RUN tools/bootstrap.sh packages docs
RUN tools/bootstrap.sh packages develop
RUN tools/bootstrap.sh packages static

FROM packages
COPY . .
RUN tools/bootstrap.sh build
CMD ["tools/bootstrap.sh", "demo"]
