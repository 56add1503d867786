import type { UserView } from '../../src/user/user.calls'
import type { AppModels } from '../app/app-context'
import type { FreshAnswer } from '../live/touch-log'
import { rememberChoice } from '../session/remembered-choice'
import type { OwnPart } from '../session/session-model'

/** Applies the user's changes to the running app; a new password or language loads a new document. */
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
    if (defaultTheme !== before.defaultTheme) session.showTheme(defaultTheme)
    // For the next page load; the menu keeps its present state until then.
    if (defaultMenu !== before.defaultMenu) rememberChoice('menu', defaultMenu)
  }
  if (passwordChanged) return session.signInAgain()
  if (language === before.language) return
  rememberChoice('language', language)
  location.reload()
}
