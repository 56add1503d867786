import type { UserView } from '../../src/user/user.calls'
import type { AppModels } from '../app/app-context'
import type { FreshAnswer } from '../live/touch-log'
import { rememberChoice } from '../session/remembered-choice'
import type { OwnPart } from '../session/session-model'

/** What a person changed of themselves is shown at once; a new password or language begins a new document. */
export async function applyOwnChange(
  { session }: Pick<AppModels, 'session'>,
  { answer: user, isNewest }: FreshAnswer<OwnPart, UserView>,
  passwordChanged: boolean,
) {
  const before = session.user.peek()
  if (before?.id !== user.id) return
  const { online, status, queueIds, createdAt, updatedAt, language: own, company, ...record } = user
  const { defaultTheme, defaultMenu, ...changed } = record
  const language = own ?? before.company.language
  if (isNewest('record')) session.change({ ...changed, language })
  if (isNewest('appearance')) {
    session.change({ defaultTheme, defaultMenu })
    if (defaultTheme !== session.theme.peek()) session.showTheme(defaultTheme)
    // The next page begins as was chosen, however the menu was left.
    if (defaultMenu !== before.defaultMenu) rememberChoice('menu', defaultMenu)
  }
  if (passwordChanged) return session.logout()
  if (language === before.language) return
  rememberChoice('language', language)
  location.reload()
}
