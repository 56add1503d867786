export const tokenMissing = 'The token must be entered'
export const appSecretWrong = 'The app secret must be entered again'
/** A number's owner or phone ended its connection, by Meta's event. */
export const accountEnds = {
  PARTNER_REMOVED: 'The access was removed at Meta or in the WhatsApp Business app',
  ACCOUNT_OFFBOARDED: 'The number was registered on another phone',
  ACCOUNT_DELETED: 'The WhatsApp Business account was deleted',
}
