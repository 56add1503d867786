/** What people are told once they have asked for no more campaigns, unless the company has its own text. */
export const optOutTexts = {
  pt: 'Tudo certo, você não receberá mais as nossas campanhas.',
  en: 'You are unsubscribed and will not receive our campaigns anymore.',
  es: 'Listo, ya no recibirás nuestras campañas.',
} as const
