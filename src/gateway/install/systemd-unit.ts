/** The values in a unit. */
interface UnitOptions {
  /** The path of Node. */
  node: string;
  /** The built command line. */
  cli: string;
  host: string;
  port: number;
  /** The data folder of a user's service; undefined for a system service, which has its own. */
  userDataDir: string | undefined;
}

/** Not the folder where root keeps the data of a closed checkout (database/server-user.ts). */
const stateDirectory = 'fundscope-data';

/** The text of a systemd unit, for the system or a user. */
export function buildSystemdUnit({ node, cli, host, port, userDataDir }: UnitOptions): string {
  // systemd expands $ in arguments, and rejects quotes in the path of a program.
  const program = `${quote(node)} ${quote(cli).replaceAll('$', '$$$$')}`;
  const dataDir = userDataDir ?? `/var/lib/${stateDirectory}`;
  const environment = { HOST: host, PORT: String(port), FUNDSCOPE_DATA: dataDir };
  const lines = Object.entries(environment).map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`);
  return `${userDataDir === undefined ? systemSteps : userSteps}
[Unit]
Description=Fundscope
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
ExecStart=${program} start
# The service counts as started once it works, after demo data or an upgrade.
ExecStartPost=${program} health --wait 600
TimeoutStartSec=660
Restart=on-failure
RestartSec=2
# The gateway stops its database itself, after the running requests.
KillMode=mixed
TimeoutStopSec=90
${lines.join('\n')}
# Secrets, such as DATABASE_URL and FUNDSCOPE_KEY: a file that only its owner can read.
EnvironmentFile=-${userDataDir === undefined ? '/etc/fundscope.env' : '%E/fundscope.env'}
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
${userDataDir === undefined ? systemHardening : ''}
[Install]
WantedBy=${userDataDir === undefined ? 'multi-user.target' : 'default.target'}
`;
}

const systemSteps = `# useradd --system --no-create-home --shell /usr/sbin/nologin fundscope
# fundscope install --systemd > /etc/systemd/system/fundscope.service
# systemctl daemon-reload && systemctl enable --now fundscope
# systemctl status fundscope && journalctl -u fundscope`;

const userSteps = `# mkdir -p ~/.config/systemd/user
# fundscope install --systemd --user > ~/.config/systemd/user/fundscope.service
# systemctl --user daemon-reload && systemctl --user enable --now fundscope
# loginctl enable-linger    (keeps it running after you log out)`;

// V8 needs @pkey. MemoryDenyWriteExecute is missing because Node compiles JavaScript, ProcSubset=pid because it reads
// the free memory.
const systemHardening = `User=fundscope
StateDirectory=${stateDirectory}
StateDirectoryMode=0700
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
SystemCallFilter=@system-service @pkey
SystemCallErrorNumber=EPERM
`;

/** A word of a unit, quoted: systemd unquotes it and expands %. */
const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;
