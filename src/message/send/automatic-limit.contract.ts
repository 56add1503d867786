/** To a contact who does not write, before the product is silent. */
export const automaticMessagesMax = 20
