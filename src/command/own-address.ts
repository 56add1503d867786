import type { Config } from '../kernel/config/config'

const timeoutMs = 2_500

/** Returns where a process with this configuration answers on this machine. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>) {
  const anywhere = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const name = anywhere[host as keyof typeof anywhere] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** @throws Error when nothing answers in time */
export function askOwn(url: string, { signal, accept = '*/*' }: { signal?: AbortSignal; accept?: string } = {}) {
  const timeout = AbortSignal.timeout(timeoutMs)
  return fetch(url, {
    headers: { accept },
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
}
