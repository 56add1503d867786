/** A navigating browser explicitly accepts HTML; `fetch` does not. */
export function isNavigation(request: Request) {
  const readable = request.method === 'GET' || request.method === 'HEAD'
  return readable && (request.headers.get('accept') ?? '').includes('text/html')
}
