/** The video embeds of the help screen and their thumbnails are the only external content. */
const videoFrames = 'https://www.youtube-nocookie.com https://www.youtube.com'
const videoImages = 'https://i.ytimg.com https://img.youtube.com'

export function createNonce() {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64()
}

/**
 * Returns the security headers. Scripts run by nonce or from our own address only. Style attributes are allowed:
 * colours of tags, queues and the brand are data, and an attribute cannot load or run anything that the other
 * directives forbid. A secret address is sent to no server.
 */
export function pageHeaders(nonce: string, isSecret = false): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${videoImages}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src 'self' blob: ${videoFrames}`,
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), display-capture=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cache-control': 'no-store',
    vary: 'Accept, Accept-Encoding',
  }
}
