/** `fetch` does not accept HTML explicitly. */
export function isNavigation(request: Request) {
  const readable = request.method === 'GET' || request.method === 'HEAD'
  return readable && (acceptsHtml(request) || isMonitor(request))
}

export const acceptsHtml = ({ headers }: Request) => (headers.get('accept') ?? '').includes('text/html')

/** Monitors accept anything. No call has these addresses. */
function isMonitor({ url, headers }: Request) {
  return /^\w+:\/\/[^/]+\/(login)?(\?|$)/.test(url) && (headers.get('accept') ?? '*/*').includes('*/*')
}
