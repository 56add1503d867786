import { BucketError, createBucket } from '../../kernel/file/bucket/bucket'
import { bad, type Check, type Found, good, notice } from './examined-host'

export const bucketCheck: Check = {
  name: 'bucket',
  async look({ config, survey }) {
    const waiting = survey.companies.flatMap(({ id: company, name, media }): Found[] => {
      if (!config.media) return media.inBucket > 0 ? [bad('bucketUnset', { company, name, count: media.inBucket })] : []
      return media.waiting > 0 ? [notice('bucketWaiting', { company, name, count: media.waiting })] : []
    })
    if (!config.media) return waiting.length > 0 ? waiting : [good('bucketNone')]
    return [await askBucket(config.media), ...waiting]
  },
}

/** Lists a file of it, which needs the right key, bucket and region, and changes nothing. */
async function askBucket(media: Parameters<typeof createBucket>[0]): Promise<Found> {
  const bucket = createBucket(media)
  try {
    await bucket.list(media.prefix)
    return good('bucketGood', { bucket: bucket.name })
  } catch (error) {
    if (!(error instanceof BucketError)) throw error
    return bad('bucketBad', { error: error.message })
  }
}
