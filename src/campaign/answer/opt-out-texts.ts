export const optOutTexts = {
  pt: 'Tudo certo, você não receberá mais as nossas campanhas.',
  en: 'You are unsubscribed and will not receive our campaigns anymore.',
  es: 'Listo, ya no recibirás nuestras campañas.',
} as const
