/** `fetch` does not accept HTML explicitly. */
export function isNavigation(request: Request) {
  const readable = request.method === 'GET' || request.method === 'HEAD'
  return readable && (request.headers.get('accept') ?? '').includes('text/html')
}
