-- The index in memory answers what these were for; without it PostgreSQL sorts or reads the whole table.
DROP INDEX data.deals_oldest, data.deals_smallest, data.deals_created, data.person_deals_deal, data.company_words_any;
