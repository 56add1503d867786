import type { CompanyContext } from '../../kernel/company/company-context'
import { readBranding } from '../../platform/branding/platform-setting.queries'
import { brandOf, mailBody, mailedOrigin } from '../../platform/mail/mail-body'
import { sendMail } from '../../platform/mail/send-mail'
import type { Platform } from '../../platform/platform'
import { readerLanguage } from '../password-link/password-link'
import type { User } from '../user.queries'
import { nameDevice } from './device-name'
import type { SignInDevice } from './devices'

/** Of a sign-in at a device that the user has not used before. */
export function sendDeviceMail(platform: Platform, ctx: CompanyContext, user: User, device: SignInDevice) {
  if (!platform.config.mail) return
  const language = readerLanguage(ctx, user)
  const { timeZone } = ctx.company.services.about(ctx.company.id)
  const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'long', timeStyle: 'short' })
  const { browser, system } = nameDevice(device.userAgent)
  const t = deviceMailTexts[language]
  const facts = {
    product: readBranding(platform).name,
    device: [browser, system].filter(Boolean).join(', ') || t.unknown,
    address: device.address || '-',
    at: format.format(ctx.now),
  }
  sendMail(ctx, {
    to: { name: user.name, address: user.email },
    subject: t.subject(facts),
    ...mailBody(brandOf(platform), {
      language,
      greeting: t.greeting(user.name),
      parts: [
        { kind: 'text', text: t.text(facts) },
        { kind: 'action', label: t.action, link: mailedOrigin(platform) },
      ],
      note: t.note,
    }),
    reader: { userId: user.id },
    key: `new-device:${user.id}:${device.hash}`,
  })
}

interface Facts {
  product: string
  device: string
  address: string
  /** In the company's time zone. */
  at: string
}

const deviceMailTexts = {
  pt: {
    greeting: (name: string) => `Olá, ${name}`,
    unknown: 'dispositivo desconhecido',
    subject: ({ product }: Facts) => `Novo dispositivo na sua conta de ${product}`,
    text: ({ device, address, at }: Facts) =>
      `A sua conta foi aberta em um dispositivo novo: ${device}, endereço ${address}, em ${at}.`,
    action: 'Abrir a minha conta',
    note: 'Se foi você, não é preciso fazer nada. Se não foi, troque a sua senha agora e avise um administrador.',
  },
  en: {
    greeting: (name: string) => `Hello ${name},`,
    unknown: 'unknown device',
    subject: ({ product }: Facts) => `New device in your ${product} account`,
    text: ({ device, address, at }: Facts) =>
      `Your account was opened at a new device: ${device}, address ${address}, on ${at}.`,
    action: 'Open my account',
    note: 'If it was you, there is nothing to do. If not, change your password now and tell an administrator.',
  },
  es: {
    greeting: (name: string) => `Hola, ${name}:`,
    unknown: 'dispositivo desconocido',
    subject: ({ product }: Facts) => `Nuevo dispositivo en tu cuenta de ${product}`,
    text: ({ device, address, at }: Facts) =>
      `Tu cuenta se abrió en un dispositivo nuevo: ${device}, dirección ${address}, el ${at}.`,
    action: 'Abrir mi cuenta',
    note: 'Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña ahora y avisa a un administrador.',
  },
} as const
