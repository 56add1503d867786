/** Automatic messages to a contact who does not write, and for whom nobody asks, before the product is silent. */
export const automaticMessagesMax = 20
