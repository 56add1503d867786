import type { ApiClient } from '../../../web/api/api-client'
import { PageRedirect, route, type Access, type RouteMenu } from '../../../web/page/page-definition'
import type { MenuGroupName } from '../../../web/page/screen'
import { Files } from '../../../web/ui/icons'
import { routes } from '../../../web/routes'
import { admins, everyone, forPlan, isAdmin, superUsers } from '../../../web/app/screen-access'
import type { SessionUser } from '../../user/session/session.calls'

interface Note {
  text: string
}

const readNote = (api: ApiClient, path: string) =>
  (api.get as (path: string) => Promise<unknown>)(path) as Promise<Note>

const fixturePage = {
  page: () => import('./fixture-page'),
  load: (api: ApiClient) => readNote(api, '/fixture'),
}

const menuIn = (group: MenuGroupName, name: string): RouteMenu => ({
  group,
  icon: Files,
  title: { pt: name, en: name, es: name },
})

export const fixtureRoutes = [
  ...routes.filter(({ audience }) => audience === 'public'),
  route({ path: '/', menu: menuIn('management', 'Dashboard'), ...fixturePage }),
  route({
    path: '/tickets/:uuid?',
    menu: menuIn('service', 'Atendimentos'),
    keepMounted: true,
    startsLight: true,
    parts: ({ uuid }) => [{ source: uuid === undefined ? 'inbox/list' : 'conversation/pane', fetch: async () => {} }],
    ...fixturePage,
  }),
  ...['/contacts', '/quick-messages', '/tags', '/files'].map((path) => fixture(path, 'relationship')),
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
  ].map((path) => fixture(path, 'administration', admins)),
  fixture('/Kanban', 'service', forPlan('useKanban')),
  fixture('/schedules', 'relationship', forPlan('useSchedules')),
  fixture('/flowbuilders', 'automation', forPlan('useIntegrations', isAdmin)),
  fixture('/companies', 'platform', superUsers),
  route({
    path: '/fails',
    page: () => import('./fixture-page'),
    load: (api) => readNote(api, '/fixture/fails'),
  }),
  route({
    path: '/moved',
    page: () => import('./fixture-page'),
    load: async (): Promise<Note> => {
      throw new PageRedirect('/contacts')
    },
  }),
]

function fixture(path: string, group: MenuGroupName, access: (user: SessionUser) => Access = everyone) {
  return route({ path, access, menu: menuIn(group, path), ...fixturePage })
}
