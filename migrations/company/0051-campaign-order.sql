-- A page of the report, and each batch of its export, would otherwise read and sort every recipient.
CREATE INDEX campaign_shipping_order ON campaign_shipping (campaign_id, id);
