declare module '../kernel/job/jobs' {
  interface JobPayloads {
    /** `at`: the planned time (ms since 1970); a changed time has its own job. */
    'campaign.start': { campaignId: number; at: number }
    'campaign.expand': { campaignId: number }
    'campaign.step': { campaignId: number }
    'campaign.announce': { campaignId: number }
    'campaign.acknowledge': { suppressionId: number; contactId: number; connectionId: number }
    'campaign.erase': { campaignId: number }
    'campaign.discardUpload': { mediaId: number }
  }
}

export {}
