const SESSION_NOTICES = [
  'Closing session:',
  'Session already closed',
  'Opening session:',
  'Session already open',
  'Removing old closed session:',
  'Closing open session in favor of incoming prekey bundle',
  'Failed to decrypt message with any known session...',
  'Session error:',
  'Decrypted message with closed session.',
  'Migrating session to:',
]

const isSessionNotice = (args: unknown[]) => {
  const [first] = args
  return typeof first === 'string' && SESSION_NOTICES.some((notice) => first.startsWith(notice))
}

let quiet = false

/** Removes libsignal's console output of sessions, which contains private keys, from tests and demos. */
export function quietLibsignal(): void {
  if (quiet) return
  quiet = true
  for (const level of ['info', 'warn', 'error'] as const) {
    const print = console[level]
    console[level] = (...args: unknown[]) => {
      if (!isSessionNotice(args)) print(...args)
    }
  }
}
