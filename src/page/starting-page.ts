import { documentLanguage, languageFor } from '../../web/i18n/languages'
import { loadTexts } from '../../web/i18n/load-texts'
import { readTextCookie } from '../kernel/http/cookies'

const reloadSeconds = 3

/** Reloads itself. Without styles, scripts or data. */
export async function startingPage(request: Request): Promise<Response> {
  const language = languageFor(readTextCookie(request, 'language'))
  const { error } = await loadTexts(language, ['error'])
  const html = `<!doctype html>
<html lang="${documentLanguage(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>Recado</title>
</head>
<body><p>${Bun.escapeHTML(error?.codes.ERR_STARTING ?? '')}</p></body>
</html>
`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'retry-after': String(reloadSeconds),
    },
  })
}
