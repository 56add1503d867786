import { escapeHtml } from '../kernel/text/escape-html'
import { documentLanguage } from '../../web/i18n/languages'
import {
  appElementId,
  brandColour,
  defaultBranding,
  escapedJson,
  pageDataElementId,
  screenStylesId,
  type Branding,
  type RenderedPageData,
} from '../../web/page/page-data'
import { holdEarlySubmit } from '../../web/page/early-submit'
import { brandSolid } from '../../web/ui/button/brand-solid'
import type { Theme } from '../../web/session/appearance-choice'
import type { ClientManifest } from './build-client'

interface DocumentParts {
  data: RenderedPageData
  html: string
  title: string
  /** Files of the page's own code, preloaded with the entry. */
  modules: readonly string[]
  /** The first paint needs only the page's own styles; those of other screens load later. */
  laterStyles: boolean
  manifest: ClientManifest
  nonce: string
}

const colour = /^#[0-9a-f]{3,8}$/i

/** Returns the document. Theme and brand colour are set before its styles are loaded, so that nothing flickers. */
export function htmlDocument({ data, html, title, modules, laterStyles, manifest, nonce }: DocumentParts): string {
  const { language, branding } = data
  const theme = data.theme === 'system' ? 'light' : data.theme
  const preloads = [
    ...manifest.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`),
    ...modules.map((href) => `<link rel="modulepreload" href="${href}">`),
  ]
  return `<!doctype html>
<html lang="${escapeHtml(documentLanguage(language))}" data-theme="${theme}" style="${brandStyle(branding, theme)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="${theme}">
<script nonce="${nonce}">${data.theme === 'system' ? followSystem(branding) : ''}${holdEarlySubmit}</script>
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${manifest.styles}">
<link rel="stylesheet" href="${manifest.screenStyles}" id="${screenStylesId}"${laterStyles ? ' media="print"' : ''}>
${preloads.join('\n')}
${faviconLink(branding, manifest)}
<link rel="apple-touch-icon" href="/branding/touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<script type="module" src="${manifest.entry}" nonce="${nonce}"></script>
</head>
<body>
<div id="${appElementId}">${html}</div>
<script type="application/json" id="${pageDataElementId}" nonce="${nonce}">${escapedJson(data)}</script>
</body>
</html>
`
}

/** Runs in the document's head, above what is rendered in the light theme. */
function followSystem(branding: Branding) {
  const style = JSON.stringify(brandStyle(branding, 'dark'))
  return (
    `if(matchMedia('(prefers-color-scheme: dark)').matches){let r=document.documentElement;` +
    `r.dataset.theme='dark';r.style.cssText=${style};document.querySelector('[name=color-scheme]').content='dark'};`
  )
}

function brandStyle(branding: Branding, theme: Theme) {
  const chosen = brandColour(branding, theme)
  const brand = colour.test(chosen) ? chosen : brandColour(defaultBranding, theme)
  return `--brand:${brand};--brand-solid:${brandSolid(brand, theme)}`
}

function faviconLink({ favicon }: Branding, manifest: ClientManifest) {
  const href = favicon ?? manifest.files['favicon.svg']
  return href ? `<link rel="icon" href="${escapeHtml(href)}">` : '<link rel="icon" href="data:,">'
}
