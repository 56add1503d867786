const sessionNotices = [
  'Closing session:',
  'Session already',
  'Opening session:',
  'Removing old closed session:',
  'Closing open session',
  'Failed to decrypt message',
  'Session error:',
  'Decrypted message with closed session',
  'Migrating session to:',
]

let quiet = false

/**
 * libsignal prints its sessions, private keys included, on the console. A log is no place for them; Baileys reports the
 * failures among them itself.
 */
export function baileysQuiet() {
  if (quiet) return
  quiet = true
  for (const level of ['log', 'info', 'warn', 'error'] as const) {
    const print = console[level].bind(console)
    console[level] = (...args: unknown[]) => {
      const [first] = args
      if (typeof first === 'string' && sessionNotices.some((notice) => first.startsWith(notice))) return
      print(...args)
    }
  }
}
