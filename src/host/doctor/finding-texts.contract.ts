/** In English, for the terminal and the screen. `{fact}` is filled in. */
export const findingTexts = {
  checkFailed: ['This could not be checked: {error}', 'Report it with the version of Recado.'],

  lockHeld: ['This process holds the data folder.'],
  lockLost: [
    'This process has lost its lock of the data folder.',
    'Restart it at once: another one could write to the same files. Network file systems lose locks; use a local disk.',
  ],
  notRunning: ['Recado is not running.', 'Start it with recado start.'],
  notRunningCrashed: [
    'Recado is not running: its last process ended without being stopped.',
    'Read the end of its log, such as for lack of memory, and start it with recado start.',
  ],
  lockElsewhere: [
    'Process {pid} on {host} holds the data folder and does not answer.',
    'If it runs in a container or on another machine, run this command there. If it hangs, restart it.',
  ],

  catalogGood: ['The catalog and all files of companies are intact ({count}).'],
  catalogMissing: ['{path} does not exist.', 'Check DATA_DIR. A first start creates the catalog.'],
  catalogDamaged: ['{path} is damaged: {error}', 'Stop Recado and put it back: recado restore catalog --from BACKUP.'],
  hostKeyBad: [
    '{path} is missing or no key.',
    'Put it back with recado restore catalog --from BACKUP: without it nobody stays signed in and sealed secrets, such as those of lines, are lost.',
  ],
  companyDamaged: [
    'The file of company {company} ({name}) is damaged: {error}',
    'Put it back: recado restore {company} --from BACKUP --replace. The other companies are not affected.',
  ],
  companyMissing: [
    'Company {company} ({name}) has no file.',
    'Put it back with recado restore {company} --from BACKUP --replace, or delete the company under Empresas.',
  ],
  companyForeign: [
    'The file of company {company} ({name}) belongs to company {owner}.',
    'Stop Recado and put the right file into {path}.',
  ],
  companyUnlisted: [
    'The folder {path} belongs to no company of the catalog.',
    'It is the rest of a deletion or a copy. Move it out of the data folder when nobody needs it.',
  ],
  companyReplaced: [
    'A restore replaced company {company}: what it was is kept in {path} until {until}.',
    'To go back to it: recado restore {company} --from-folder {path} --replace.',
  ],

  walGood: ['The largest write-ahead log has {megabytes} MB.'],
  walLarge: [
    'The write-ahead log of {path} has {megabytes} MB.',
    'A program that reads the file keeps it from being shortened. End that program, such as a copy that hangs, or restart Recado.',
  ],

  mediaGood: ['Files and their records match.'],
  mediaLost: [
    'Company {company} ({name}) lacks {count} of its files, such as {example}.',
    'Copy its media folder from a backup; existing files may stay. People see the others as missing.',
  ],
  mediaUnrecorded: [
    'Company {company} ({name}) has {count} files without a record ({megabytes} MB).',
    'They are deleted each night at 3:44. Look in the log why that failed.',
  ],

  bucketNone: ['Files are kept in the data folder.'],
  bucketGood: ['The bucket {bucket} answers.'],
  bucketBad: ['{error}.', 'Until then files wait, and texts go on. Nothing is lost; it is tried again every minute.'],
  bucketUnset: [
    'Company {company} ({name}) has {count} files in a bucket, but MEDIA_URL is not set.',
    'Set it again, or move the files back with recado media move --to folder first.',
  ],
  bucketWaiting: [
    'Company {company} ({name}) has {count} files that are not in the bucket yet.',
    'They are copied while Recado runs. If the number does not fall, look in the log why.',
  ],

  diskGood: ['{gigabytes} GB are free, enough for more than {days} days at the growth of the last week.'],
  diskFilling: [
    '{gigabytes} GB are free, enough for {days} days at the growth of the last week.',
    'Enlarge the volume, or delete what nobody needs, such as old backups on it.',
  ],
  diskFull: [
    'Only {megabytes} MB are free: no messages are taken from WhatsApp.',
    'Free space or enlarge the volume. Lines connect again by themselves.',
  ],
  diskLow: [
    'Only {megabytes} MB are free: uploads, exports and downloads of files wait.',
    'Free space or enlarge the volume.',
  ],

  clockGood: ['The clock differs from that of {server} by {seconds} s.'],
  clockOff: [
    'The clock differs from that of {server} by {seconds} s.',
    'Turn on time synchronisation (timedatectl set-ntp true). A wrong clock ends sessions and refuses certificates.',
  ],
  clockNotAsked: [
    'The clock was not compared: there is no line and no PUBLIC_URL, so no server to ask.',
    'Set PUBLIC_URL or connect a line.',
  ],
  clockNoAnswer: [
    'The clock was not compared: no answer with the time from {servers}.',
    'Check the network and the name server.',
  ],

  fileLimitGood: ['{limit} files may be open at once.'],
  fileLimitLow: [
    'Only {limit} files may be open at once.',
    'Raise it to 65536: LimitNOFILE in systemd, --ulimit nofile=65536 in Docker.',
  ],
  fileLimitUnknown: ['This system does not tell how many files may be open.'],

  socketGood: ['The live socket at {address} reaches this process.'],
  socketElsewhere: [
    'The live socket at {address} reaches another process.',
    'PUBLIC_URL leads to another Recado. Correct it, or the name server or the proxy.',
  ],
  socketFailed: [
    'The live socket at {address} cannot be opened: {error}',
    'Let the reverse proxy pass Upgrade and Connection (nginx: proxy_http_version 1.1, proxy_set_header Upgrade $http_upgrade, proxy_set_header Connection "upgrade"), and let this machine reach its own address.',
  ],
  noPublicUrl: [
    'PUBLIC_URL is not set, so that nothing was asked through it.',
    'Set it to the address at which people sign in.',
  ],
  socketNotAsked: ['The live socket is only tried while Recado runs.', 'Start it and run this again.'],

  certificateGood: ['The certificate of {host} holds until {until}.'],
  certificateEnds: [
    'The certificate of {host} holds until {until}, {days} days from now.',
    'Renew it. Caddy and certbot do so 30 days before: look why they did not.',
  ],
  certificateOver: ['The certificate of {host} ended at {until}.', 'Renew it: browsers refuse the address.'],
  certificateBad: [
    'The certificate of {host} is refused: {error}',
    'Install one for this name with its whole chain. Browsers refuse the address.',
  ],
  certificateNoAnswer: [
    '{host} does not answer over TLS: {error}',
    'Check the proxy, the name server and the firewall.',
  ],
  certificateNone: [
    'PUBLIC_URL is not https.',
    'Put a reverse proxy with HTTPS in front: passwords travel readably, and browsers record no voice.',
  ],

  linesNone: ['No company has a line yet.'],
  lineUp: ['{line} of company {company} is connected; last event {at}.'],
  lineOff: ['{line} of company {company} is disconnected, as somebody wanted; last event {at}.'],
  lineDown: [
    '{line} of company {company} is not connected ({status}); last event {at}. {error}',
    'Look under Conexões of the company. A line that waits for its code has to be paired again.',
  ],
  lineStopped: ['{line} of company {company}: last event {at}.'],

  backupNone: [
    'No backup is made.',
    'Set BACKUP_TO to a folder on another disk or to a bucket, and BACKUP_PASSPHRASE. Operations › Backups explains them.',
  ],
  backupComes: ['The first backup to {target} is still being made.'],
  backupGood: ['The last backup to {target} is of {at}.'],
  backupOld: ['The last backup to {target} is of {at}.', 'Look in the log why no later one was made.'],
  backupFailed: [
    'The backup to {target} fails: {error} The last good one is of {at}.',
    'Check that the target exists, has space and takes writes. Nothing is lost meanwhile: writes wait in the data folder.',
  ],
  backupLacks: [
    'The backup of {at} lacks {count} companies.',
    'Their files could not be read: look for damaged files above, and in the log.',
  ],
} as const
