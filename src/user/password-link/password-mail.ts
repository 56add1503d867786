import type { CompanyContext } from '../../kernel/company/company-context'
import { readBranding } from '../../platform/branding/platform-setting.queries'
import { brandOf, mailBody } from '../../platform/mail/mail-body'
import { sendMail } from '../../platform/mail/send-mail'
import type { Platform } from '../../platform/platform'
import type { User } from '../user.queries'
import { linkMailKey, mailedLinkAddress, readerLanguage } from './password-link'

interface PasswordMail {
  kind: 'invitation' | 'reset'
  user: User
  by?: string | undefined
  nonce: string
  expiresAt: Date
}

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
    ...mailBody(brandOf(platform), {
      language,
      greeting: texts.greeting(user.name),
      parts: [
        { kind: 'text', text },
        { kind: 'action', label: action, link },
      ],
      note,
    }),
    key: linkMailKey(user.id),
    before: expiresAt,
  })
}

interface Facts {
  company: string
  product: string
  by: string
  /** A moment in the company's time zone. */
  until: string
}

interface MailTexts {
  subject: string
  text: string
  action: string
  note: string
}

interface PasswordMailTexts {
  greeting(name: string): string
  invitation(facts: Facts): MailTexts
  reset(facts: Facts): MailTexts
}

const passwordMailTexts: Record<'pt' | 'en' | 'es', PasswordMailTexts> = {
  pt: {
    greeting: (name) => `Olá, ${name}`,
    invitation: ({ company, product, by, until }) => ({
      subject: `Convite para a equipe de ${company}`,
      text: `${by} convidou você para a equipe de ${company} em ${product}. Crie a sua senha para entrar.`,
      action: 'Criar a senha',
      note: `O link vale até ${until} e uma única vez. Se você não esperava este convite, ignore este e-mail.`,
    }),
    reset: ({ company, product, until }) => ({
      subject: `Nova senha em ${product}`,
      text: `Alguém pediu uma nova senha para a sua conta de ${company} em ${product}.`,
      action: 'Escolher nova senha',
      note: `O link vale até ${until} e uma única vez. Se não foi você, ignore este e-mail: a sua senha continua a mesma.`,
    }),
  },
  en: {
    greeting: (name) => `Hello ${name},`,
    invitation: ({ company, product, by, until }) => ({
      subject: `Invitation to the team of ${company}`,
      text: `${by} invited you to the team of ${company} on ${product}. Create your password to sign in.`,
      action: 'Create your password',
      note: `The link works once, until ${until}. If you did not expect this invitation, ignore this email.`,
    }),
    reset: ({ company, product, until }) => ({
      subject: `New password for ${product}`,
      text: `Somebody asked for a new password for your account of ${company} on ${product}.`,
      action: 'Choose a new password',
      note: `The link works once, until ${until}. If it was not you, ignore this email: your password stays the same.`,
    }),
  },
  es: {
    greeting: (name) => `Hola, ${name}:`,
    invitation: ({ company, product, by, until }) => ({
      subject: `Invitación al equipo de ${company}`,
      text: `${by} te invitó al equipo de ${company} en ${product}. Crea tu contraseña para entrar.`,
      action: 'Crear la contraseña',
      note: `El enlace sirve una sola vez, hasta el ${until}. Si no esperabas esta invitación, ignora este correo.`,
    }),
    reset: ({ company, product, until }) => ({
      subject: `Nueva contraseña en ${product}`,
      text: `Alguien pidió una nueva contraseña para tu cuenta de ${company} en ${product}.`,
      action: 'Elegir una contraseña nueva',
      note: `El enlace sirve una sola vez, hasta el ${until}. Si no fuiste tú, ignora este correo: tu contraseña no cambia.`,
    }),
  },
}
