/** Whether the browser speaks to us over HTTPS, be it through a proxy that ends it. */
export function isSecureRequest({ url, headers }: Request) {
  return url.startsWith('https:') || headers.get('x-forwarded-proto') === 'https'
}
