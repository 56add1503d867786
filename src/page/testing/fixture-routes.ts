import { PageRedirect, route, type Access } from '../../../web/page/page-definition'
import { routes } from '../../../web/routes'
import { screenAccess } from '../../../web/app/screen-access'
import type { SessionUser } from '../../user/session.contract'

interface Note {
  text: string
}

/** The product's public pages, and private ones that show one thing each. */
export const fixtureRoutes = [
  ...routes.filter(({ audience }) => audience === 'public'),
  route({ path: '/', page: () => import('./fixture-page'), load: (api) => api.untyped.get<Note>('/fixture') }),
  route({
    path: '/tickets/:uuid?',
    page: () => import('./fixture-page'),
    load: (api) => api.untyped.get<Note>('/fixture'),
    keepMounted: true,
  }),
  ...['/contacts', '/quick-messages', '/tags', '/files'].map((path) => fixture(path)),
  ...[
    '/moments',
    '/reports',
    '/queues',
    '/users',
    '/settings',
    '/financeiro',
    '/connections',
    '/campaigns',
    '/contact-lists',
  ].map((path) => fixture(path, screenAccess.admins)),
  fixture('/Kanban', screenAccess.kanban),
  fixture('/schedules', screenAccess.schedules),
  fixture('/flowbuilders', screenAccess.integrations),
  fixture('/companies', screenAccess.superUsers),
  route({
    path: '/fails',
    page: () => import('./fixture-page'),
    load: (api) => api.untyped.get<Note>('/fixture/fails'),
  }),
  route({
    path: '/moved',
    page: () => import('./fixture-page'),
    load: async (): Promise<Note> => {
      throw new PageRedirect('/contacts')
    },
  }),
]

function fixture(path: string, access: (user: SessionUser) => Access = screenAccess.everyone) {
  return route({ path, access, page: () => import('./fixture-page'), load: (api) => api.untyped.get<Note>('/fixture') })
}
