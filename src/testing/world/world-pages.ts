import { createFairScheduler } from '../../kernel/job/event-loop-turns'
import { createPageTurns } from '../../page/page-turns'
import { createPages } from '../../page/pages'
import { readBranding } from '../../platform/branding/platform-setting.queries'
import { presentSession } from '../../user/session/present-session'
import type { Person } from './people'
import type { Caller, World } from './world'

const noFiles = {
  inputs: '',
  entry: '',
  preloads: [],
  styles: '',
  conversationStyles: '',
  screenStyles: '',
  fonts: [],
  modules: {},
  files: {},
  chunkImports: '',
  worker: '',
  offline: { script: '', styles: '' },
}

export function createWorldPages(world: World, person: Person, { token = '' }: Caller) {
  const user = presentSession(world.platform, world.ctx(person.companyId), person.id)
  return createPages({
    turns: createPageTurns(createFairScheduler(), () => 'somebody'),
    dispatch: (request) => Promise.resolve(world.app.handle(request)),
    session: async () => ({ token, user, eventNumber: 1 }),
    branding: () => readBranding(world.platform),
    version: 'test',
    manifest: () => noFiles,
  })
}
