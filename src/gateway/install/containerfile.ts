/** The values in a Containerfile. */
interface ContainerOptions {
  /** The version of Fundscope that is packed. */
  version: string;
  /** The major version of Node in the image. */
  nodeMajor: number;
  port: number;
}

const dataDir = '/data';

/**
 * The text of a Containerfile for a packed Fundscope: an unprivileged user, a root file system that may be read-only,
 * one volume for the data.
 */
export function buildContainerfile({ version, nodeMajor, port }: ContainerOptions): string {
  const image = `docker.io/library/node:${nodeMajor}-bookworm-slim`;
  const packed = `fundscope-${version}.tgz`;
  const options = '--read-only --tmpfs /tmp --shm-size 256m --cap-drop all --security-opt no-new-privileges';
  return `# npm pack    (in a checkout: makes ${packed})
# podman build --format docker -t fundscope .
# podman run -d --name fundscope ${options} \\
#   -p 127.0.0.1:${port}:${port} -v fundscope:${dataDir} fundscope
# podman exec fundscope fundscope accounts create --name me --plan PRO_PLUS    (prints a key)
FROM ${image} AS package
COPY ${packed} /tmp/
RUN npm install --prefix /opt/fundscope --omit=dev --no-audit --no-fund /tmp/${packed}

FROM ${image}
COPY --from=package /opt/fundscope /opt/fundscope
RUN ln -s /opt/fundscope/node_modules/.bin/fundscope /usr/local/bin/fundscope \\
  && install -d -o node -g node -m 700 ${dataDir}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${port} FUNDSCOPE_DATA=${dataDir}
USER node
VOLUME ${dataDir}
EXPOSE ${port}
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=120s --retries=3 CMD ["fundscope", "health"]
ENTRYPOINT ["fundscope"]
CMD ["start"]
`;
}
