import type { UserView } from '../../src/user/user.contract'
import type { AppModels } from '../app-context'
import { rememberChoice } from '../session/remembered-choice'

/** What a person changed of themselves is shown at once; a new password or language begins a new document. */
export async function applyOwnChange({ session }: AppModels, user: UserView, passwordChanged: boolean) {
  const before = session.user.peek()
  if (before?.id !== user.id) return
  const { online, status, queueIds, createdAt, updatedAt, language: own, company, ...changed } = user
  const language = own ?? before.company.language
  session.change({ ...changed, language })
  if (user.defaultTheme !== session.theme.peek()) session.setTheme(user.defaultTheme)
  if (passwordChanged) return session.logout()
  if (language === before.language) return
  rememberChoice('language', language)
  location.reload()
}
