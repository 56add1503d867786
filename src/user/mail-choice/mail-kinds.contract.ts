/** Recurring mails, by the user's column that switches them off. */
export const mailKinds = ['weeklyReportMail', 'breachDigestMail'] as const
export type MailKind = (typeof mailKinds)[number]
