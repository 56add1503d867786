const privateAddress =
  /^(::1$|(::ffff:)?127\.|(::ffff:)?10\.|(::ffff:)?192\.168\.|(::ffff:)?172\.(1[6-9]|2\d|3[01])\.|f[cd])/i

/**
 * Whom a request came from. A peer on this machine or in a private network is the host's own reverse proxy, so the
 * address it added last is believed; a stranger's own word never is.
 */
export function clientAddress(peer: string, forwardedFor: string | null) {
  const added = forwardedFor?.split(',').at(-1)?.trim()
  return added && privateAddress.test(peer) ? added : peer
}
