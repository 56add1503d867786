import { renderToString } from 'react-dom/server'
import { App } from './start/app'
import { createAppModels } from './start/app-models'
import type { ApiClient } from './api/api-client'
import { createLiveSocketClient } from './live/live-socket-client'
import type { Area, LoadedTexts } from './i18n/areas'
import { frameParts } from './frame/later-frame'
import { loadTexts } from './i18n/load-texts'
import type { LoadedVisit } from './page/navigation-model'
import type { RouteDefinition } from './page/page-definition'
import type { PageData } from './page/page-data'
import { documentTitle } from './page/page-context'
import { LaterTooltips } from './ui/context/ui-provider'

interface RenderedApp {
  html: string
  title: string
  /** The areas of texts that the browser needs for the same render. */
  areas: readonly Area[]
}

interface ServerPage {
  routes: readonly RouteDefinition[]
  data: PageData
  visit: LoadedVisit
  url: URL
  api: ApiClient
  /** Runs the rendering, and knows how long it took. */
  measure?: (render: () => string) => string
}

/** Renders the page as HTML in one pass: data, code and texts were awaited before. */
export async function renderApp({ routes, data, visit, url, api, measure = run }: ServerPage): Promise<RenderedApp> {
  const route = visit.kind === 'page' ? visit.match.route : undefined
  const areas = [...(route?.texts ?? []), 'error'] satisfies Area[]
  const [texts] = await Promise.all([
    loadTexts(data.language, areas),
    LaterTooltips.fetch(),
    ...frameParts.map(({ fetch }) => fetch()),
  ])
  const errorsShown = watchErrors(texts)
  const app = createAppModels(data, {
    routes,
    api,
    texts,
    url,
    visit,
    tokens: { read: () => null, write: () => {} },
    live: createLiveSocketClient({ connect: neverConnect, token: async () => null, last: null }),
  })
  const html = measure(() => renderToString(<App models={app} />))
  return {
    html,
    title: documentTitle(app.pageTitle.value, data.branding.name, 0),
    areas: route?.startsLight && !errorsShown() ? route.texts : areas,
  }
}

const run = (render: () => string) => render()

/** Returns whether the texts of errors have been read since. */
function watchErrors(texts: LoadedTexts) {
  const { error } = texts
  let read = false
  Object.defineProperty(texts, 'error', {
    get() {
      read = true
      return error
    },
  })
  return () => read
}

function neverConnect(): never {
  throw new Error('The live line is opened in the browser only')
}
