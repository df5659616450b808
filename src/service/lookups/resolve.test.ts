import { describe, expect, it } from 'vitest';
import { readGazetteer } from './gazetteer.ts';
import { createIndustryResolver, createPlaceResolver } from './resolve.ts';
import { readTaxonomy } from './taxonomy.ts';

const places = createPlaceResolver(readGazetteer());
const industries = createIndustryResolver(readTaxonomy());

describe('countries', () => {
  it.each([
    ['US', 'united-states'],
    ['USA', 'united-states'],
    ['U.S.A.', 'united-states'],
    ['United States of America', 'united-states'],
    ['uk', 'united-kingdom'],
    ['GBR', 'united-kingdom'],
    ['UAE', 'united-arab-emirates'],
    ['Korea, Republic of', 'south-korea'],
    ['Czechia', 'czech-republic'],
    ["Cote d'Ivoire", 'ivory-coast'],
    ['NA', 'namibia'],
    ['Türkiye', 'turkey'],
    ['Netherlands, Kingdom of the', 'netherlands'],
    ['Atlantis', undefined],
    ['', undefined],
  ])('%j is %s', (word, permalink) => expect(places.country(word)?.permalink).toBe(permalink));
});

describe('states', () => {
  it.each([
    ['CA', 'US', 'california-united-states'],
    ['US-CA', undefined, 'california-united-states'],
    ['district of columbia', 'USA', 'district-of-columbia-united-states'],
    ['ON', 'Canada', 'ontario-canada'],
    ['Bayern', 'DE', 'bavaria-germany'],
    ['WA', 'Australia', 'western-australia-australia'],
    ['Tamil Nadu', undefined, 'tamil-nadu-india'],
    ['WA', undefined, undefined],
    ['CA', 'Atlantis', undefined],
    ['California', 'Canada', undefined],
  ])('%j in %s is %s', (word, country, permalink) => expect(places.state(word, country)?.permalink).toBe(permalink));
});

describe('cities', () => {
  it.each([
    ['New York', 'NY', 'new-york-new-york'],
    ['NEW YORK CITY', 'NY', 'new-york-new-york'],
    ['San francisco', 'CA', 'san-francisco-california'],
    ['Cambridge,', 'MA', 'cambridge-massachusetts'],
    ['St. Paul', 'MN', 'saint-paul-minnesota'],
    ['Saint Louis', 'MO', 'st-louis-missouri'],
    ['Ft. Lauderdale', 'FL', 'fort-lauderdale-florida'],
    ['Washington', 'DC', 'washington-district-of-columbia'],
    ['Winston Salem', 'North Carolina', 'winston-salem-north-carolina'],
    ['Mountain View', 'CA', 'mountain-view-california'],
    ['Palo Alto', 'NY', undefined],
    ['Portland', 'ME', 'portland-maine'],
    ['Portland', 'OR', 'portland-oregon'],
    ['Atlantis', 'CA', undefined],
  ])('%j in the state %s of the USA is %s', (word, state, permalink) => {
    expect(places.city(word, { state, country: 'USA' })?.permalink).toBe(permalink);
  });

  it.each([
    ['London', 'GB', 'london-england'],
    ['London', 'CA', 'london-ontario'],
    ['Bangalore', 'India', 'bengaluru-karnataka'],
    ['Bangalore/Bengaluru', 'IN', 'bengaluru-karnataka'],
    ['München', 'DE', 'munich-bavaria'],
    ['Zurich', 'CH', 'zurich-zurich'],
    ['Los Angeles, CA', 'US', 'los-angeles-california'],
    ['Mexico City, Mexico', 'MX', 'mexico-city-mexico-city'],
    ['Berlin, Singapore', 'SG', undefined],
    ['Springfield', 'US', undefined],
    ['London', 'Atlantis', undefined],
  ])('%j in the country %s is %s', (word, country, permalink) => {
    expect(places.city(word, { country })?.permalink).toBe(permalink);
  });

  it.each([
    ['London', 'london-england'],
    ['SF', 'san-francisco-california'],
    ['NYC', 'new-york-new-york'],
    ['LA', 'los-angeles-california'],
    ['Los Angeles, CA', 'los-angeles-california'],
    ['Toronto, Canada', 'toronto-ontario'],
    ['São Paulo, Brazil', 'sao-paulo-sao-paulo'],
    ['Cambridge', undefined],
    ['Springfield', undefined],
    ['Portland', undefined],
    ['', undefined],
    [',', undefined],
  ])('%j alone is %s', (word, permalink) => expect(places.city(word)?.permalink).toBe(permalink));

  it('searches the whole country if the state is an unknown county', () => {
    expect(places.city('Manchester', { state: 'Lancs', country: 'UK' })?.permalink).toBe('manchester-england');
    expect(places.city('Manchester', { state: 'Lancs' })).toBeUndefined();
  });

  it('accepts places as hints too', () => {
    const state = places.state('CA', 'US');
    expect(places.city('San Jose', { state })?.permalink).toBe('san-jose-california');
    expect(places.city('San Jose', { state, country: 'MX' })).toBeUndefined();
  });
});

describe('regions', () => {
  it.each([
    ['SF Bay', 'san-francisco-bay-area'],
    ['Boston', 'greater-boston'],
    ['Washington DC', 'greater-washington'],
    ['Raleigh-Durham', 'research-triangle'],
    ['Saint Louis', 'greater-st-louis'],
    ['Europe', 'europe'],
    ['EU', 'european-union'],
    ['LatAm', 'latin-america'],
    ['South-Eastern Asia', 'southeast-asia'],
    ['Northern America', 'northern-america'],
    ['TBD', undefined],
    ['unknown', undefined],
    ['California - Other', undefined],
  ])('%j is %s', (word, permalink) => expect(places.region(word)?.permalink).toBe(permalink));
});

describe('industries', () => {
  it.each([
    ['fintech', 'financial-technology'],
    ['ML', 'machine-learning'],
    ['machine-learning', 'machine-learning'],
    ['SaaS', 'software-as-a-service'],
    ['biotech', 'life-sciences'],
    ['Food & Beverage', 'food-products'],
    ['artificial-intelligence', 'applied-ai'],
    ['crypto-web3', 'blockchain'],
    ['E-Commerce', 'e-commerce'],
    ["women's-health", 'womens-health'],
    ['L2', 'layer-2-networks'],
    ['world domination', undefined],
    ['other', undefined],
    ['', undefined],
  ])('%j is the industry %s', (word, permalink) => expect(industries.industry(word)?.permalink).toBe(permalink));

  it.each([
    ['Software', 'software'],
    ['health care', 'health-care'],
    ['AI', 'artificial-intelligence'],
    ['Blockchain / Crypto', 'blockchain-and-crypto'],
    ['administrative service', 'administrative-services'],
    ['fintech', undefined],
  ])('%j is the super category %s', (word, permalink) => {
    expect(industries.superCategory(word)?.permalink).toBe(permalink);
  });
});
