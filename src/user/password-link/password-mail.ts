import type { CompanyContext } from '../../kernel/company/company-context'
import { readBranding } from '../../platform/branding/branding'
import { mailBody } from '../../platform/mail/mail-body'
import { sendMail } from '../../platform/mail/send-mail'
import type { Platform } from '../../platform/platform'
import type { User } from '../user.queries'
import { linkMailKey, mailedLinkAddress, readerLanguage } from './password-link'
import { passwordMailTexts } from './password-mail-texts'

interface PasswordMail {
  kind: 'invitation' | 'reset'
  user: User
  /** Who invites. */
  by?: string | undefined
  nonce: string
  expiresAt: Date
}

/** Mails a user the link that sets their password, in their language. */
export function sendPasswordMail(platform: Platform, ctx: CompanyContext, given: PasswordMail) {
  const { kind, user, by, nonce, expiresAt } = given
  const { name: company, timeZone } = ctx.company.services.about(ctx.company.id)
  const language = readerLanguage(ctx, user)
  const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long', timeStyle: 'short' })
  const texts = passwordMailTexts[language]
  const { name: product } = readBranding(platform)
  const { subject, text, action, note } = texts[kind]({
    company,
    product,
    by: by ?? company,
    until: format.format(expiresAt),
  })
  const link = mailedLinkAddress(platform, ctx, { user, nonce })
  sendMail(ctx, {
    to: { name: user.name, address: user.email },
    subject,
    ...mailBody({ language, greeting: texts.greeting(user.name), text, action: { label: action, link }, note }),
    key: linkMailKey(user.id),
    before: expiresAt,
  })
}
