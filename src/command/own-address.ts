import type { Config } from '../kernel/config/config'

const shortMs = 2_500

/** Returns where a process with this configuration answers on this machine. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>) {
  const anywhere = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = anywhere[host as keyof typeof anywhere] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

interface AskOptions {
  signal?: AbortSignal
  accept?: string
  cookie?: string
  timeoutMs?: number
}

/** Follows no redirect. @throws Error when nothing answers in time */
export function askOwn(url: string, { signal, accept = '*/*', cookie = '', timeoutMs = shortMs }: AskOptions = {}) {
  const timeout = AbortSignal.timeout(timeoutMs)
  return fetch(url, {
    headers: { accept, cookie },
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
}
