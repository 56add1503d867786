/** What a slash or an @ in the composer's text needs, loaded with the quick replies or colleagues that it offers. */
export { findMentions } from '../../../src/message/mention/mentions.contract'
export { replaceVariables, variableValues } from '../../../src/message/compose/message-variables.contract'
