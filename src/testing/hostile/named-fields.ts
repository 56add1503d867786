/** What a plain user gets when naming a record beyond their permissions. `path`: the call's own by default. */
export interface RefusedField {
  path?: () => string
  body: () => unknown
  error: string
}

export const refused = (body: () => unknown, error = 'ERR_NO_PERMISSION', path?: () => string): RefusedField => {
  return { body, error, ...(path ? { path } : {}) }
}
const forAdmins = (body: object, path?: string) =>
  refused(() => body, 'ERR_NO_PERMISSION', path ? () => path : undefined)

/** The reason why any agent may name any such record there. */
const open = (reason: string) => reason
const allContacts = open('agents see all contacts of their company')
const programs = open('programs act as the company, which an admin allows by giving them the token')
const allConnections = open('agents may use all connections of their company')
const allColleagues = open('a chat is with any colleague')
const tagChain = open('agents create and edit tags and lanes')
const notRead = open('the field is taken and not read')

const user = { name: 'Novo', email: 'novo@acme.test', password: 'segredo' }
const connection = { name: 'Outra', channel: 'whatsapp' }
const account = { name: 'Nova', phoneNumberId: '1', businessAccountId: '1' }
const option = { name: 'Nova', queueId: 1 }
const agent = { name: 'Nova', agentTypeId: 1, aiProviderId: 1, aiModelListId: 1, queuesId: [1], tagsId: [1] }
const campaign = { name: 'Nova', whatsappId: 1 }
const testSend = { number: '5511900000001', key: 'prova-0001' }
const connectionBots = open('who manages connections chooses what answers on them')

/**
 * Body fields that name a queue, user, connection, contact, ticket, message, tag or schedule, in calls whose refusal
 * needs no record: what is refused, or why any agent may name any such record there.
 */
export const namedFields: Record<string, RefusedField | string> = {
  'POST /users whatsappId': forAdmins({ ...user, whatsappId: 1 }),
  'POST /users roleId': forAdmins({ ...user, roleId: 1 }),
  'POST /users tagIds': forAdmins({ ...user, tagIds: [1] }),
  'POST /users queueIds': forAdmins({ ...user, queueIds: [2] }),
  'PUT /users/{id} whatsappId': forAdmins({ whatsappId: 1 }, '/users/2'),
  'PUT /users/{id} roleId': forAdmins({ roleId: 1 }, '/users/2'),
  'PUT /users/{id} tagIds': forAdmins({ tagIds: [1] }, '/users/2'),
  'PUT /users/{id} queueIds': forAdmins({ queueIds: [1, 2] }, '/users/2'),
  'POST /users/{id}/media-upload userId': notRead,
  'POST /tags nextLaneId': tagChain,
  'POST /tags rollbackLaneId': tagChain,
  'POST /tags whatsappIdRemarketing': tagChain,
  'POST /tags tagIdAfterRemarketing': tagChain,
  'POST /flowbuilder/duplicate flowId': forAdmins({ flowId: 1 }),
  'POST /flowbuilder/restore flowId': forAdmins({ flowId: 1, version: 1 }),
  'POST /flowcampaign flowId': forAdmins({ name: 'Boleto', phrase: 'boleto', flowId: 1 }),
  'POST /flowcampaign whatsappId': forAdmins({ name: 'Boleto', phrase: 'boleto', flowId: 1, whatsappId: 1 }),
  'POST /flowcampaign/test whatsappId': allConnections,
  'PUT /flowcampaign flowId': forAdmins({ id: 1, flowId: 1 }),
  'PUT /flowcampaign whatsappId': forAdmins({ id: 1, whatsappId: 1 }),
  'PUT /flowbuilder flowId': forAdmins({ flowId: 1, name: 'Vendas' }),
  'PUT /flowbuilder/schedule flowId': forAdmins({ flowId: 1, scheduledTimeRun: '' }),
  'PUT /tags/{id} nextLaneId': tagChain,
  'PUT /tags/{id} rollbackLaneId': tagChain,
  'PUT /tags/{id} whatsappIdRemarketing': tagChain,
  'PUT /tags/{id} tagIdAfterRemarketing': tagChain,
  'PUT /tags/lanes tagIds': open('agents order the lanes of the board'),
  'POST /tags/sync contactId': allContacts,
  'POST /tags/sync tags': open('agents tag all contacts'),
  'POST /contacts/upload/{id}/import tagIds': forAdmins(
    { mapping: { name: 0, number: 1 }, tagIds: [1] },
    '/contacts/upload/1/import',
  ),
  'POST /contacts/upload/{id}/import contactListId': forAdmins(
    { mapping: { name: 0, number: 1 }, contactListId: 1 },
    '/contacts/upload/1/import',
  ),
  'POST /templates whatsappId': forAdmins({
    whatsappId: 1,
    name: 'retorno',
    language: 'pt_BR',
    category: 'UTILITY',
    body: 'Olá',
  }),
  'POST /templates/sync whatsappId': forAdmins({ whatsappId: 1 }),
  'POST /contacts/import whatsappId': forAdmins({ whatsappId: 1 }, '/contacts/import'),
  'POST /contacts/import/chats whatsappId': forAdmins({ whatsappId: 1 }, '/contacts/import/chats'),
  'POST /campaigns contactListId': forAdmins({ ...campaign, contactListId: 1 }),
  'PUT /campaigns/{id} contactListId': forAdmins({ contactListId: 1 }, '/campaigns/1'),
  'POST /campaigns tagListId': forAdmins({ ...campaign, tagListId: 1 }),
  'PUT /campaigns/{id} tagListId': forAdmins({ tagListId: 1 }, '/campaigns/1'),
  'POST /campaigns whatsappId': forAdmins({ ...campaign, whatsappId: 1 }),
  'PUT /campaigns/{id} whatsappId': forAdmins({ whatsappId: 1 }, '/campaigns/1'),
  'POST /campaigns userId': forAdmins({ ...campaign, userId: 1 }),
  'PUT /campaigns/{id} userId': forAdmins({ userId: 1 }, '/campaigns/1'),
  'POST /campaigns queueId': forAdmins({ ...campaign, queueId: 1 }),
  'PUT /campaigns/{id} queueId': forAdmins({ queueId: 1 }, '/campaigns/1'),
  'POST /campaigns/preview campaignId': forAdmins({ campaignId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview contactListId': forAdmins({ contactListId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview tagListId': forAdmins({ tagListId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview whatsappId': forAdmins({ whatsappId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview userId': forAdmins({ userId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview queueId': forAdmins({ queueId: 1 }, '/campaigns/preview'),
  'POST /campaigns/preview sourceCampaignId': forAdmins({ sourceCampaignId: 1 }, '/campaigns/preview'),
  'POST /campaigns/test campaignId': forAdmins({ ...testSend, campaignId: 1 }, '/campaigns/test'),
  'POST /campaigns/test contactListId': forAdmins({ ...testSend, contactListId: 1 }, '/campaigns/test'),
  'POST /campaigns/test tagListId': forAdmins({ ...testSend, tagListId: 1 }, '/campaigns/test'),
  'POST /campaigns/test whatsappId': forAdmins({ ...testSend, whatsappId: 1 }, '/campaigns/test'),
  'POST /campaigns/test userId': forAdmins({ ...testSend, userId: 1 }, '/campaigns/test'),
  'POST /campaigns/test queueId': forAdmins({ ...testSend, queueId: 1 }, '/campaigns/test'),
  'POST /campaigns/test sourceCampaignId': forAdmins({ ...testSend, sourceCampaignId: 1 }, '/campaigns/test'),
  'POST /campaign-settings/connections whatsappId': forAdmins(
    { whatsappId: 1, dailyLimit: 10 },
    '/campaign-settings/connections',
  ),
  'POST /contact-list-items contactListId': forAdmins(
    { name: 'Novo', number: '5511900000001', contactListId: 1 },
    '/contact-list-items',
  ),
  'PUT /contact-list-items/{id} contactListId': forAdmins({ contactListId: 1 }, '/contact-list-items/1'),
  'POST /contactsImport tags': open('tags are given by name'),
  'POST /files/uploadList/{id} fileId': notRead,
  'POST /quick-messages userId': notRead,
  'PUT /quick-messages/{id} userId': notRead,
  'POST /agents agentTypeId': forAdmins(agent),
  'POST /agents aiModelListId': forAdmins(agent),
  'POST /agents aiProviderId': forAdmins(agent),
  'POST /agents queuesId': forAdmins(agent),
  'POST /agents tagsId': forAdmins(agent),
  'PUT /agents/{id} agentTypeId': forAdmins({ agentTypeId: 1 }, '/agents/1'),
  'PUT /agents/{id} aiModelListId': forAdmins({ aiModelListId: 1 }, '/agents/1'),
  'PUT /agents/{id} aiProviderId': forAdmins({ aiProviderId: 1 }, '/agents/1'),
  'PUT /agents/{id} queuesId': forAdmins({ queuesId: [1] }, '/agents/1'),
  'PUT /agents/{id} tagsId': forAdmins({ tagsId: [1] }, '/agents/1'),
  'POST /faq/bulk agentId': forAdmins({ agentId: 1, items: [] }),
  'PUT /faq/bulk/all agentId': forAdmins({ agentId: 1, items: [] }),
  'POST /objection/bulk agentId': forAdmins({ agentId: 1, items: [] }),
  'PUT /objection/bulk/all agentId': forAdmins({ agentId: 1, items: [] }),
  'POST /complement/bulk agentId': forAdmins({ agentId: 1, items: [] }),
  'PUT /complement/bulk/all agentId': forAdmins({ agentId: 1, items: [] }),
  'POST /productservice/bulk-with-files agentId': forAdmins({ agentId: '1', products: '[]' }),
  'PUT /productservice/bulk-with-files agentId': forAdmins({ agentId: '1', products: '[]' }),
  'POST /prompt queueId': forAdmins({ name: 'Nova', prompt: 'x', apiKey: 'k', queueId: 1 }),
  'PUT /prompt/{id} queueId': forAdmins({ queueId: 1 }, '/prompt/1'),
  'POST /queueIntegration flowId': forAdmins({ type: 'flowbuilder', name: 'Fluxo', flowId: 1 }),
  'PUT /queueIntegration/{id} flowId': forAdmins({ flowId: 1 }, '/queueIntegration/1'),
  'POST /chatbot queueId': forAdmins({ ...option, queueId: 1 }),
  'POST /chatbot chatbotId': forAdmins({ ...option, chatbotId: 1 }),
  'POST /chatbot optQueueId': forAdmins({ ...option, optQueueId: 1 }),
  'POST /chatbot optUserId': forAdmins({ ...option, optUserId: 1 }),
  'POST /chatbot optIntegrationId': forAdmins({ ...option, optIntegrationId: 1 }),
  'POST /chatbot optFileId': forAdmins({ ...option, optFileId: 1 }),
  'PUT /chatbot/{id} optQueueId': forAdmins({ optQueueId: 1 }, '/chatbot/1'),
  'PUT /chatbot/{id} optUserId': forAdmins({ optUserId: 1 }, '/chatbot/1'),
  'PUT /chatbot/{id} optIntegrationId': forAdmins({ optIntegrationId: 1 }, '/chatbot/1'),
  'PUT /chatbot/{id} optFileId': forAdmins({ optFileId: 1 }, '/chatbot/1'),
  'POST /queue integrationId': forAdmins({ name: 'Nova', color: '#123456', integrationId: 1 }),
  'POST /queue fileListId': forAdmins({ name: 'Nova', color: '#123456', fileListId: 1 }),
  'POST /queue userIds': forAdmins({ name: 'Nova', color: '#123456', userIds: [2] }),
  'POST /queue connectionIds': forAdmins({ name: 'Nova', color: '#123456', connectionIds: [1] }),
  'PUT /queue/{id} userIds': forAdmins({ userIds: [2] }, '/queue/1'),
  'PUT /queue/{id} connectionIds': forAdmins({ connectionIds: [1] }, '/queue/1'),
  'PUT /queue/{id} integrationId': forAdmins({ integrationId: 1 }, '/queue/1'),
  'PUT /queue/{id} fileListId': forAdmins({ fileListId: 1 }, '/queue/1'),
  'POST /facebook queueIds': forAdmins({ facebookUserId: '1', facebookUserToken: 'x', queueIds: [1] }),
  'POST /facebook/links queueIds': forAdmins({ link: 'x', accountIds: ['1'], queueIds: [1] }),
  'POST /companies/{id}/facebook/links queueIds': forAdmins(
    { link: 'x', accountIds: ['1'], queueIds: [1] },
    '/companies/1/facebook/links',
  ),
  'POST /whatsapp-cloud/links queueIds': forAdmins({ link: 'x', name: 'Rio', phoneNumberId: '1', queueIds: [1] }),
  'POST /whatsapp-cloud queueIds': forAdmins({ ...account, queueIds: [1] }),
  'POST /whatsapp queueIds': forAdmins({ ...connection, queueIds: [1] }),
  'POST /whatsapp sendIdQueue': forAdmins({ ...connection, sendIdQueue: 1 }),
  'PUT /whatsapp/{id} queueIds': forAdmins({ queueIds: [1] }, '/whatsapp/1'),
  'PUT /whatsapp/{id} sendIdQueue': forAdmins({ sendIdQueue: 1 }, '/whatsapp/1'),
  'POST /contacts walletUserId': forAdmins({ name: 'Novo', number: '5511900000001', walletUserId: 2 }),
  'PUT /contacts/{id} walletUserId': forAdmins({ walletUserId: 2 }, '/contacts/1'),
  'POST /contacts/{id}/apart contactId': allContacts,
  'POST /tickets contactId': refused(() => ({ contactId: 1, queueId: 1 }), 'ERR_OTHER_OPEN_TICKET'),
  'POST /tickets whatsappId': allConnections,
  'POST /tickets/next queueIds': open('only tickets that the agent may see are taken'),
  'POST /tickets/closeAll selectedQueueIds': forAdmins({ status: 'open', selectedQueueIds: [1] }),
  'POST /ticket-notes ticketId': refused(() => ({ note: 'Nota', ticketId: 1 }), 'ERR_NO_TICKET_FOUND'),
  'POST /ticket-notes contactId': notRead,
  'POST /messages/{id} vCard': allContacts,
  'POST /message/forward contactId': allContacts,
  'POST /api/messages/send connectionId': programs,
  'POST /api/messages/send queueId': programs,
  'POST /api/contacts walletUserId': programs,
  'PUT /api/contacts/{id} walletUserId': programs,
  'POST /api-tokens connectionIds': forAdmins({
    name: 'Loja',
    scopes: ['messages:send'],
    connectionIds: [1],
    expiresOn: null,
  }),
  'PUT /api-tokens/{id} connectionIds': forAdmins({ connectionIds: [1] }, '/api-tokens/1'),
  'POST /api/messages/send userId': programs,
  'POST /notifications/read ticketId': open('it only marks notifications of the user'),
  'POST /schedules contactId': allContacts,
  'POST /schedules whatsappId': allConnections,
  'POST /chats users': allColleagues,
  'PUT /chats/{id} users': allColleagues,
  'POST /chats/{id}/read userId': notRead,
  'POST /whatsapp agentId': connectionBots,
  'POST /whatsapp integrationId': connectionBots,
  'POST /whatsapp promptId': connectionBots,
  'POST /whatsapp selectedFlowIds': connectionBots,
  'PUT /whatsapp/{id} agentId': connectionBots,
  'PUT /whatsapp/{id} integrationId': connectionBots,
  'PUT /whatsapp/{id} promptId': connectionBots,
  'PUT /whatsapp/{id} selectedFlowIds': connectionBots,
  'POST /companies/{id}/connections agentId': forAdmins({ ...connection, agentId: 1 }, '/companies/1/connections'),
  'POST /companies/{id}/connections integrationId': forAdmins(
    { ...connection, integrationId: 1 },
    '/companies/1/connections',
  ),
  'POST /companies/{id}/connections promptId': forAdmins({ ...connection, promptId: 1 }, '/companies/1/connections'),
  'POST /companies/{id}/connections queueIds': forAdmins({ ...connection, queueIds: [1] }, '/companies/1/connections'),
  'POST /companies/{id}/connections selectedFlowIds': forAdmins(
    { ...connection, selectedFlowIds: [1] },
    '/companies/1/connections',
  ),
  'POST /companies/{id}/connections sendIdQueue': forAdmins(
    { ...connection, sendIdQueue: 1 },
    '/companies/1/connections',
  ),
  'PUT /companies/{id}/connections/{connectionId} agentId': forAdmins({ agentId: 1 }, '/companies/1/connections/1'),
  'PUT /companies/{id}/connections/{connectionId} integrationId': forAdmins(
    { integrationId: 1 },
    '/companies/1/connections/1',
  ),
  'PUT /companies/{id}/connections/{connectionId} promptId': forAdmins({ promptId: 1 }, '/companies/1/connections/1'),
  'PUT /companies/{id}/connections/{connectionId} queueIds': forAdmins({ queueIds: [1] }, '/companies/1/connections/1'),
  'PUT /companies/{id}/connections/{connectionId} selectedFlowIds': forAdmins(
    { selectedFlowIds: [1] },
    '/companies/1/connections/1',
  ),
  'PUT /companies/{id}/connections/{connectionId} sendIdQueue': forAdmins(
    { sendIdQueue: 1 },
    '/companies/1/connections/1',
  ),
  'POST /subscription invoiceId': forAdmins({ invoiceId: 1, price: 100 }),
  'POST /subscription users': open('a number, not a list of users'),
}
