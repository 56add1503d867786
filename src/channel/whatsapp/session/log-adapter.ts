import type { Log } from '../../../kernel/log'
import { objectOf } from '../../../kernel/untyped-json.contract'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** Baileys logs stanzas and keys: only messages pass. It logs several `info` lines per message. */
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
    // Baileys warns about every message that it must request again, which is ordinary here.
    warn: write('debug'),
    error: write('debug'),
  }
  return logger
}

function causeOf(object: unknown) {
  const { err, error, trace } = objectOf(object)
  const cause = err ?? error ?? trace
  if (cause instanceof Error) return { cause: cause.message }
  return typeof cause === 'string' ? { cause: cause.slice(0, 300) } : {}
}
