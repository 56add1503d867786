import type { Log } from '../../kernel/log'

type Level = 'debug' | 'info' | 'warn' | 'error'

/**
 * Baileys' logger over ours. Baileys writes whole stanzas and keys into its lines, so only an error's own message is
 * passed on, never the object; and only from `warn` up, as what it calls info comes several times a message.
 */
export function baileysLogger(log: Log, facts: Record<string, unknown>) {
  const write = (level: Level) => (object: unknown, message?: string) => {
    const text = message ?? (typeof object === 'string' ? object : 'Baileys')
    log[level](`WhatsApp: ${text}`, { ...facts, ...causeOf(object) })
  }
  const silent = () => {}
  const logger = {
    level: 'warn',
    child: () => logger,
    trace: silent,
    debug: silent,
    info: silent,
    // Baileys warns and errs about every message it must ask for again; for us these are ordinary.
    warn: write('debug'),
    error: write('debug'),
  }
  return logger
}

function causeOf(object: unknown) {
  const { err, error, trace } = (object ?? {}) as Record<string, unknown>
  const cause = err ?? error ?? trace
  if (cause instanceof Error) return { cause: cause.message }
  return typeof cause === 'string' ? { cause: cause.slice(0, 300) } : {}
}
