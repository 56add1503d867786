/** Where everything is, as in a Debian package. */
export const installed = {
  program: '/usr/bin/recado',
  settings: '/etc/recado/recado.env',
  data: '/var/lib/recado',
  unit: '/usr/lib/systemd/system/recado.service',
  user: '/usr/lib/sysusers.d/recado.conf',
} as const

/** Reads the settings as root, and the program as the user. */
export const unitText = `[Unit]
Description=Recado, customer service over WhatsApp, Messenger and Instagram
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=recado
Group=recado
Environment=DATA_DIR=${installed.data}
EnvironmentFile=-${installed.settings}
WorkingDirectory=${installed.data}
ExecStart=${installed.program} start
Restart=always
RestartSec=2
KillSignal=SIGTERM
TimeoutStopSec=30
LimitNOFILE=65536
UMask=0077
StateDirectory=recado
StateDirectoryMode=0700
ProtectSystem=strict
ReadWritePaths=${installed.data}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`

export const userText = `u recado - "Recado" ${installed.data}\n`

export const settingsText = `# The environment variables of Recado's README, NAME=value. Take effect with: systemctl restart recado
#PUBLIC_URL=https://recado.example.com
#HOST=127.0.0.1
#PORT=3000
#SMTP_URL=
# A folder elsewhere, such as for backups, must be named to systemd, too: systemctl edit recado, [Service], ReadWritePaths=/mnt/backups
`
