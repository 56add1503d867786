import { charges } from './charge-texts'

import type { AreaTexts } from '../areas'

/** Accounts of WhatsApp's official API. */
export const cloudAccount: AreaTexts['cloudAccount'] = {
  addTitle: 'Add WhatsApp API',
  editTitle: (name) => `Meta account of “${name}”`,
  connect: 'Connect',
  name: 'Connection name',
  namePlaceholder: 'Example: Official support',
  signup: {
    title: 'Sign in with Meta',
    text: 'Meta guides you through the number’s registration and connects it. The manual way is below.',
    isInApp: 'The number also stays in the phone’s WhatsApp Business app',
    start: 'Continue with Meta',
    noneTitle: 'No number found',
    noneText: 'No WhatsApp Business account was shared, or it has no number yet.',
    number: 'Number',
    renews: (connection) => `Renews the connection “${connection}”.`,
    pin: '6-digit PIN',
    pinHelp: 'Of the number’s two-step verification. If it has none yet, create one now and keep it.',
    notFunded:
      'Meta names no payment method or credit line for this account. Without one it refuses paid messages; add one under Business settings › Billing.',
    linked: 'Number connected',
  },
  phoneNumberId: 'Phone number ID',
  phoneNumberIdHelp: 'In Meta’s app dashboard, under WhatsApp › API Setup.',
  businessAccountId: 'WhatsApp Business Account ID',
  businessAccountIdHelp: 'Shown next to the phone number ID.',
  token: 'Permanent token',
  tokenHelp:
    'Of a system user, with the permissions whatsapp_business_messaging and whatsapp_business_management. It is not shown again after saving.',
  appSecret: 'App secret',
  appSecretHelp: 'In the app dashboard, under Settings › Basic. With it we check that messages come from Meta.',
  appSecretOptional: 'Only for your own app. If empty, the platform’s app is used.',
  kept: 'Already saved. Leave empty to keep it.',
  unreadable: 'It was saved by another server. Enter it again.',
  charges,
  month: (month: string, year: string) => `${month} ${year}:`,
  chargesTitle: 'Messages charged by Meta',
  historyDeclined:
    'The history was not delivered: whoever signed the number up declined to share it, or turned that off in the WhatsApp Business app. New conversations arrive as usual. To get the history, remove the platform in the app, under Settings › Account › WhatsApp Business Platform, and continue with Meta again, agreeing to share it.',
  historyFailed: 'Meta did not deliver the history of the WhatsApp Business app:',
  receivedByHost: 'Messages arrive through the platform’s app: nothing has to be entered at Meta.',
  reported: (at: string) => `Error reported by Meta on ${at}:`,
  webhookTitle: 'What to enter at Meta',
  webhookText:
    'In the app dashboard, under WhatsApp › Configuration › Webhook, paste both values and subscribe to the fields below.',
  webhookFields: 'Fields',
  webhookUrl: 'Callback URL',
  verifyToken: 'Verify token',
  copy: 'Copy',
  copied: 'Copied',
  verified: 'Meta has verified this address.',
  notVerified: 'Meta has not verified this address yet. Until then, contacts’ messages do not arrive.',
  created: 'Connection created. Now enter the address at Meta.',
  saved: 'Meta account saved',
  awaitsMeta: 'The address still has to be entered at Meta',
  accessEnds: (day) => `Access ends on ${day}. Sign in again under “Meta account”.`,
  quality: { GREEN: 'High quality', YELLOW: 'Medium quality', RED: 'Low quality', UNKNOWN: 'Quality not rated yet' },
  tier: (conversations) => `up to ${conversations} new conversations a day`,
  unlimited: 'unlimited new conversations',
}
